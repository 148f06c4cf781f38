/* Shows what a mark stands for where the pointer rests or the keyboard is. All of it is in the page
   without this script too: in the title of every mark and in the tables. */
(function () {
  "use strict";
  var NEAR = 28; /* pixels from a mark that still mean it */
  var tip = document.createElement("div");
  var shown = null;
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  document.body.appendChild(tip);

  /* The words of a mark. They move from its title to its name, or the browser would show them too. */
  function words(mark) {
    var title = mark.querySelector("title");
    if (title) {
      mark.setAttribute("aria-label", title.textContent);
      title.remove();
    }
    return mark.getAttribute("aria-label") || "";
  }

  function hide() {
    if (shown) shown.classList.remove("shown");
    shown = null;
    tip.hidden = true;
  }

  /* Beside (x, y), inside the window. */
  function place(x, y) {
    var box = tip.getBoundingClientRect();
    var left = x + 14 + box.width > innerWidth ? x - 14 - box.width : x + 14;
    var top = y - 14 - box.height < 0 ? y + 14 : y - 14 - box.height;
    tip.style.left = Math.max(4, Math.min(left, innerWidth - box.width - 4)) + "px";
    tip.style.top = Math.max(4, Math.min(top, innerHeight - box.height - 4)) + "px";
  }

  function show(mark, x, y) {
    if (mark !== shown) {
      hide();
      shown = mark;
      mark.classList.add("shown");
      tip.textContent = "";
      words(mark).split("\n").forEach(function (line) {
        tip.appendChild(document.createElement("div")).textContent = line;
      });
      tip.hidden = false;
    }
    place(x, y);
  }

  function middle(mark) {
    var box = mark.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  /* The mark under the pointer, else the nearest one of its chart. Areas behind the others come last. */
  function markAt(event) {
    var chart = event.target.closest ? event.target.closest(".chart") : null;
    if (!chart) return null;
    var under = event.target.closest(".mark");
    if (under && !under.matches(".reference .mark")) return under;
    var best = under;
    var least = NEAR * NEAR;
    chart.querySelectorAll(".point").forEach(function (mark) {
      var at = middle(mark);
      var distance = (at.x - event.clientX) ** 2 + (at.y - event.clientY) ** 2;
      if (distance < least) {
        least = distance;
        best = mark;
      }
    });
    return best;
  }

  document.addEventListener("pointermove", function (event) {
    var mark = markAt(event);
    if (mark) show(mark, event.clientX, event.clientY);
    else if (document.activeElement !== shown) hide();
  });
  document.addEventListener("pointerdown", function (event) {
    var mark = markAt(event);
    if (mark) show(mark, event.clientX, event.clientY);
    else hide();
  });

  /* The keyboard: one stop a chart, then the arrows. */
  var marks = document.querySelectorAll(".chart .mark");
  var before = null;
  marks.forEach(function (mark) {
    var chart = mark.ownerSVGElement;
    mark.setAttribute("role", "img");
    mark.setAttribute("tabindex", chart === before ? "-1" : "0");
    before = chart;
  });

  function moveTo(mark) {
    mark.ownerSVGElement.querySelectorAll(".mark[tabindex='0']").forEach(function (other) {
      other.setAttribute("tabindex", "-1");
    });
    mark.setAttribute("tabindex", "0");
    mark.focus();
  }

  document.addEventListener("focusin", function (event) {
    var mark = event.target.closest ? event.target.closest(".chart .mark") : null;
    if (!mark) return hide();
    var at = middle(mark);
    show(mark, at.x, at.y);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") return hide();
    var mark = event.target.closest ? event.target.closest(".chart .mark") : null;
    if (!mark || event.ctrlKey || event.altKey || event.metaKey) return;
    var all = Array.from(mark.ownerSVGElement.querySelectorAll(".mark"));
    var at = all.indexOf(mark);
    var to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (all[to]) moveTo(all[to]);
  });
  addEventListener("scroll", function () {
    if (document.activeElement !== shown) hide();
  }, { passive: true });
})();
