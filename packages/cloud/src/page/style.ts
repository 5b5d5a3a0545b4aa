import { createHash } from 'node:crypto';

/** The one style sheet; it follows the light or dark setting of the reader, and widens nothing beyond a narrow card. */
export const style = `
:root{color-scheme:light dark;--paper:#f3f6f7;--card:#fff;--ink:#16232b;--soft:#52646f;--line:#d6dfe3;--field:#fff;
--edge:#7d8f99;--accent:#0b6a75;--accent-ink:#fff;--accent-dark:#084f57;--wash:#e7f3f3;--bad:#a3271c;--bad-wash:#fdeeec;
--good:#17663a;--glow-cool:#bfe4ea;--glow-warm:#fbdcc4}
@media(prefers-color-scheme:dark){:root{--paper:#0d1418;--card:#152026;--ink:#e8eff2;--soft:#a3b4bd;--line:#2a3942;
--field:#0f181d;--edge:#6f838e;--accent:#5cc6cf;--accent-ink:#04262a;--accent-dark:#8adbe2;--wash:#14303a;--bad:#ff9c90;
--bad-wash:#3a1a17;--good:#79d49d;--glow-cool:#0f3b45;--glow-warm:#3d2415}}
*{box-sizing:border-box}
html{font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100svh;padding:1.5rem 1rem;display:flex;flex-direction:column;align-items:center;
justify-content:center;color:var(--ink);background:radial-gradient(38rem 26rem at 12% -6%,var(--glow-cool),transparent 70%),
radial-gradient(36rem 26rem at 96% 106%,var(--glow-warm),transparent 70%),var(--paper);background-attachment:fixed}
main{width:100%;max-width:27rem;background:var(--card);border:1px solid var(--line);border-radius:1.25rem;padding:2rem;
box-shadow:0 1px 2px rgb(10 30 40/.06),0 18px 48px -20px rgb(10 30 40/.28)}
.brand{display:flex;align-items:center;gap:.6rem;margin:0 0 1.5rem;font-weight:650;letter-spacing:.01em;color:var(--soft)}
.brand svg{width:2rem;height:2rem;flex:none}
.cool{stroke:#1f9fb3}.mild{stroke:#6aa88a}.warm{stroke:#e58a4b}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.012em;font-weight:680;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:.9375rem;margin:1.25rem 0 .4rem}
p{margin:0 0 1rem}
.lead{color:var(--soft);margin-bottom:1.5rem}
label{display:block;font-weight:600;font-size:.9375rem;margin:0 0 .35rem}
.hint{display:block;font-weight:400;color:var(--soft);font-size:.875rem}
input:not([type=hidden]){width:100%;min-height:2.875rem;padding:.5rem .75rem;margin:0 0 1.1rem;font:inherit;color:inherit;
background:var(--field);border:1px solid var(--edge);border-radius:.65rem}
input.code{font:600 1.5rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.14em;text-align:center;
text-transform:uppercase;min-height:3.5rem}
button{width:100%;min-height:2.875rem;padding:.55rem 1rem;font:inherit;font-weight:650;border-radius:.65rem;cursor:pointer;
border:1px solid transparent;background:var(--accent);color:var(--accent-ink)}
button:hover{background:var(--accent-dark)}
button.quiet{background:transparent;color:var(--ink);border-color:var(--edge)}
button.quiet:hover{background:var(--wash)}
button.link{width:auto;min-height:2.75rem;padding:.25rem .1rem;background:none;color:var(--accent);border:0;
text-decoration:underline;text-underline-offset:.18em;font-weight:600}
a{color:var(--accent);font-weight:600;text-underline-offset:.18em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.choices{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin-top:1.5rem}
.after{margin:1.25rem 0 0;padding-top:1.1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9375rem}
.after form{display:inline}
.may{list-style:none;margin:0;padding:0}
.may li{position:relative;padding:.3rem 0 .3rem 1.9rem}
.may li::before{content:"";position:absolute;left:.4rem;border:0 solid}
.yes li::before{top:.6rem;width:.4rem;height:.75rem;border-color:var(--good);border-width:0 2px 2px 0;rotate:45deg}
.no li::before{top:1rem;width:.75rem;border-color:var(--bad);border-top-width:2px}
.no li{color:var(--soft)}
.note{background:var(--wash);border-radius:.75rem;padding:.75rem .9rem;margin:1.25rem 0 0;font-size:.9375rem}
.problem{background:var(--bad-wash);color:var(--bad);border-radius:.75rem;padding:.75rem .9rem;font-weight:600}
.shown{display:block;font:600 1.75rem/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.14em;
text-align:center;background:var(--wash);border-radius:.75rem;padding:.9rem;margin:0 0 1.25rem}
.who{overflow-wrap:anywhere;font-weight:600;color:var(--ink)}
dl{margin:0;font-size:.9375rem}dt{color:var(--soft)}dd{margin:0 0 .6rem;overflow-wrap:anywhere}
@media(max-width:24rem){main{padding:1.4rem 1.15rem;border-radius:1rem}.choices{grid-template-columns:1fr}}
@media(forced-colors:active){main,button,input:not([type=hidden]){border:1px solid}}
@media print{body{background:none}main{box-shadow:none}}
`;

/** How the style sheet is named in a content security policy (CSP Level 3, 2.3.1). */
export const styleHash: string = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
