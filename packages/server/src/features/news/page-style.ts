/** The look of a public page; accent and board are those of the branding's own style sheet. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f3; --surface: #ffffff; --line: #e0e5e0; --text: #16201b; --muted: #535e58;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1412; --surface: #151b18; --line: #28312d; --text: #e8ede9; --muted: #a5b0aa; }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: break-word;
}
header { background: var(--kreide-color-board); padding: 0 max(1.25rem, calc(50% - 22.25rem)); }
header a {
  display: inline-flex;
  align-items: center;
  min-block-size: 3.5rem;
  color: var(--kreide-color-chalk);
  font-weight: 600;
  text-decoration: none;
}
header a:hover { text-decoration: underline; text-underline-offset: 0.2em; }
a { color: var(--kreide-color-accent-text); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--kreide-color-focus); outline-offset: 3px; border-radius: 4px; }
header :focus-visible { outline-color: currentcolor; }
main { max-inline-size: 47rem; margin-inline: auto; padding: 2rem 1.25rem 3rem; }
h1 {
  margin: 0;
  font-size: clamp(1.75rem, 1.35rem + 1.8vw, 2.25rem);
  font-weight: 700;
  letter-spacing: -0.02em;
  line-height: 1.15;
  text-wrap: balance;
  hyphens: auto;
}
.date { margin: 0.75rem 0 0; color: var(--muted); font-size: 0.9375rem; }
.picture { display: block; inline-size: 100%; block-size: auto; margin-block-start: 1.25rem; border-radius: 14px; }
.content { margin-block-start: 1.5rem; }
h2.files { margin-block: 1.5rem 0.5rem; font-size: 1.1875rem; }
ul.files { margin: 0; padding: 0; list-style: none; }
ul.files > li { padding-block: 0.4rem; overflow-wrap: anywhere; }
.content > * { margin-block: 0 1em; }
.content :is(h2, h3, h4) { margin-block: 1.5em 0.5em; font-size: 1.1875rem; line-height: 1.3; }
.content :is(ul, ol) { padding-inline-start: 1.4em; }
.content img { max-inline-size: 100%; block-size: auto; border-radius: 10px; }
.content blockquote { margin-inline: 0; border-inline-start: 3px solid var(--line); padding-inline-start: 1em; }
.content table { display: block; overflow-x: auto; border-collapse: collapse; }
.content :is(th, td) { border: 1px solid var(--line); padding: 0.3em 0.75em; text-align: start; }
nav { margin-block-start: 2rem; border-block-start: 1px solid var(--line); padding-block-start: 1rem; }
nav a { display: inline-block; padding-block: 0.5rem; }
form { margin-block-start: 1.5rem; }
button {
  min-block-size: 3rem;
  border: 0;
  border-radius: 10px;
  padding: 0.75rem 1.5rem;
  background: var(--kreide-color-accent);
  color: var(--kreide-color-on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
@media print {
  :root { color-scheme: light; --ground: #ffffff; --line: #999999; --text: #000000; --muted: #333333; }
  header { background: none; padding: 0; }
  header a { color: inherit; }
  main { max-inline-size: none; padding: 0; }
  nav { display: none; }
  .picture { max-block-size: 9cm; inline-size: auto; max-inline-size: 100%; }
  h1, h2, h3, h4 { break-after: avoid; }
}
`;
