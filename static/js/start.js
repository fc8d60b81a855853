// Before the first paint: what needs JavaScript may show.
document.documentElement.classList.replace("no-js", "js");
