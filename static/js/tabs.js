// Tabs scroll where the window is narrow: the current one comes to the middle.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const tabs = tab.closest(".tabs");
  const gap = tab.getBoundingClientRect().left - tabs.getBoundingClientRect().left;
  tabs.scrollLeft += gap - (tabs.clientWidth - tab.offsetWidth) / 2;
}
