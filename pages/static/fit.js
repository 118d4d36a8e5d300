// Makes the form of /fit instant: every change asks the same address that the form would, and swaps in the answer.
// Without this file, or when anything fails, the form is sent as it stands.
"use strict";

const form = document.querySelector("form.question");
const PAUSE = 250; // milliseconds after the last key before anything is asked
const SWAPPED = ["h1", "#answer"];
let waiting = 0;
let asked = 0;
let stop = new AbortController();

/** The address of the question in the form, without fields that say nothing. */
function address() {
  const given = [...new FormData(form)].filter(([, value]) => value !== "");
  return form.getAttribute("action") + "?" + new URLSearchParams(given);
}

/** Ask, and show the answer unless a newer question was asked meanwhile. */
async function answer(path, remember) {
  const number = ++asked;
  stop.abort();
  stop = new AbortController();
  say("Working it out …");
  outdated(true);
  let response, page;
  try {
    response = await fetch(path, { signal: stop.signal, headers: { accept: "text/html" } });
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch (error) {
    if (error.name !== "AbortError") location.assign(path);
    return;
  }
  if (number !== asked) return;
  if (!response.ok) return refuse(page);
  if (!page.querySelector("#answer")) return location.assign(path);
  for (const place of SWAPPED) document.querySelector(place).replaceWith(page.querySelector(place));
  document.title = page.title;
  remember(path);
  const outcome = document.querySelector("#answer h2");
  say(outcome ? outcome.textContent : "Name a model.");
}

/** What was not understood, beside the form; the last answer stays. */
function refuse(page) {
  outdated(false);
  const reason = page.querySelector(".lead");
  say(reason ? reason.textContent : "That was not understood.", true);
}

/** While a newer question waits, the shown answer is dim and cannot be clicked: its links belong to the older one. */
function outdated(waiting) {
  document.querySelector("#answer").setAttribute("aria-busy", String(waiting));
}

function say(text, wrong = false) {
  const told = document.querySelector("#told");
  told.textContent = text;
  told.classList.toggle("wrong", wrong);
}

function ask(remember) {
  clearTimeout(waiting);
  if (form.elements.model.value.trim() === "") return;
  answer(address(), remember);
}

const replace = (path) => history.replaceState({ path }, "", path);
const push = (path) => path === location.pathname + location.search || history.pushState({ path }, "", path);

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => ask(replace), PAUSE);
});
form.addEventListener("change", () => ask(replace));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(push);
});
addEventListener("popstate", () => location.reload()); // the fields belong to the answer, so both come anew
