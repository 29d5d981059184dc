// The style of the inspector. Colors have a contrast of at least 4.5 to 1 with their ground.

export const STYLE = `
:host { all: initial !important; position: fixed !important; inset: 0 !important; width: auto !important; height: auto !important;
  margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important; display: block !important;
  overflow: visible !important; pointer-events: none !important; }
* { box-sizing: border-box; }
.shield { position: fixed; inset: 0; pointer-events: auto; cursor: crosshair; }
.frame, .mark { position: fixed; pointer-events: none; border-radius: 3px; }
.frame { outline: 3px solid #b3261e; outline-offset: 3px; background: rgb(179 38 30 / .08); }
.frame.kept { outline-color: #146c43; background: rgb(20 108 67 / .1); }
.mark { outline: 3px dashed #b3261e; outline-offset: 1px; }
.mark.keep { outline-color: #146c43; }
.card, .bar, .rule { font: 15px/1.5 system-ui, "Noto Sans Thai", "Noto Sans Arabic", sans-serif; color: #1b1b1f; background: #fff;
  border: 1px solid #767680; border-radius: 10px; box-shadow: 0 4px 18px rgb(0 0 0 / .3); text-align: start; }
.card { position: fixed; width: max-content; max-width: min(440px, calc(100vw - 24px)); padding: 10px 14px; pointer-events: none; }
.card p { margin: 4px 0 0; }
.card ul { margin: 4px 0 0; padding-inline-start: 20px; }
.decision { font-weight: 700; color: #a01d16; }
.decision.kept { color: #0f5a37; }
.hint { color: #52525c; font-size: 13px; }
.dock { position: fixed; bottom: 16px; inset-inline: 12px; max-height: calc(100% - 32px); display: flex; flex-direction: column; gap: 8px;
  align-items: center; pointer-events: none; }
.bar, .rule { pointer-events: auto; max-width: 100%; }
.bar { flex: none; padding: 8px 12px; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: center; }
.rule { padding: 14px 16px; width: 620px; min-height: 0; overflow: auto; }
.rule h2 { font-size: 17px; margin: 0 0 6px; }
.rule p { margin: 6px 0; }
.rule textarea { width: 100%; height: 9em; font: 14px/1.5 ui-monospace, monospace; color: inherit; background: #f4f4f7;
  border: 1px solid #767680; border-radius: 6px; padding: 8px; resize: vertical; direction: ltr; text-align: left; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
button, a.button { font: inherit; color: #1b1b1f; background: #eceef2; border: 1px solid #767680; border-radius: 6px; padding: 4px 12px;
  min-height: 32px; cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
button:hover, a.button:hover { background: #dfe2e8; }
button:focus-visible, a.button:focus-visible, textarea:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
button[disabled] { color: #70707a; cursor: default; }
button.main { background: #24475b; color: #fff; border-color: #24475b; }
button.main:hover { background: #1a3646; }
kbd { font: 12px/1.4 ui-monospace, monospace; border: 1px solid currentColor; border-radius: 4px; padding: 0 4px; margin-inline-start: 6px; }
[hidden] { display: none !important; }
@media (prefers-color-scheme: dark) {
  .card, .bar, .rule { color: #ececf1; background: #26262b; border-color: #8e8e99; }
  .decision { color: #ffb4ab; } .decision.kept { color: #7fdcae; } .hint { color: #c2c2cc; }
  .rule textarea { background: #1b1b1f; border-color: #8e8e99; }
  button, a.button { color: #ececf1; background: #3a3a42; border-color: #8e8e99; }
  button:hover, a.button:hover { background: #4a4a54; } button[disabled] { color: #a0a0aa; }
  button.main { background: #a8d4ea; color: #10242f; border-color: #a8d4ea; } button.main:hover { background: #c4e3f2; }
  button:focus-visible, a.button:focus-visible, textarea:focus-visible { outline-color: #a8c7fa; }
}
@media (forced-colors: active) { .frame, .mark { forced-color-adjust: none; } }
`;
