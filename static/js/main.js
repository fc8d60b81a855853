// Everything here is an addition: each page does its work without it.
import "./menu.js";
import "./notices.js";
import "./focus.js";
import "./keys.js";
import "./copy.js";
import "./swaps.js";
import "./preview.js";
import "./unsaved.js";
import "./counted.js";
import "./filters.js";
import "./board.js";
import "./tree.js";
import "./once.js";
import "./tabs.js";
import "./deck.js";
import "./chosen.js";
import "./erasing.js";
