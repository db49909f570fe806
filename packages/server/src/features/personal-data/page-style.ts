/** The page stands alone: it is opened from a folder, on paper too. `--accent` is the colour of the school's branding. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1d2523; --soft: #5c6966; --line: #dce3e0; --paper: #fff; --ground: #f4f6f5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eef2f0; --soft: #a8b5b1; --line: #3a4542; --paper: #202826; --ground: #161c1a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header { border-top: 0.5rem solid var(--accent); padding: 2.5rem 1.5rem 1rem; }
header, main { max-width: 60rem; margin: 0 auto; }
main { padding: 0 1.5rem 4rem; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.3; }
p { max-width: 40rem; margin: 0 0 0.75rem; }
.soft { color: var(--soft); }
section, nav { margin: 1.5rem 0; padding: 1.5rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); }
nav ul { margin: 0; padding: 0; list-style: none; columns: 16rem; column-gap: 2rem; }
nav li { padding: 0.25rem 0; break-inside: avoid; }
a { color: inherit; text-decoration-color: var(--accent); text-decoration-thickness: 2px; text-underline-offset: 3px; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.375rem 1.5rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
ol { margin: 0; padding: 0; list-style: none; }
ol > li + li { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.5rem; } }
@media print { body { background: none; } section, nav { border: 0; padding: 0; } }
`;
