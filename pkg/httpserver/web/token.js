// Keeps the bearer token of a server that wants one, for this tab alone, and
// asks for it.
import {$} from "./dom.js";

const key = "majordomus-token";

export const token = () => sessionStorage.getItem(key);

let asking = null;

// ask resolves when a token was given that is not the one that was refused.
export function ask(refused) {
  if (token() !== refused) return Promise.resolve(); // another call asked meanwhile
  asking ||= new Promise((resolve) => {
    $("token-status").textContent = refused ? "The server does not take that token." : "";
    $("token").showModal();
    $("token-form").onsubmit = () => {
      sessionStorage.setItem(key, $("token-value").value.trim());
      $("token-value").value = "";
      asking = null;
      resolve();
    };
  });
  return asking;
}
