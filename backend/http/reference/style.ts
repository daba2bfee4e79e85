export const style = `
:root { color-scheme: light dark; --ground: light-dark(#fbf8f5, #0e0b0a); --raised: light-dark(#f1ebe5, #191412);
  --text: light-dark(#1b1310, #f7f1ec); --quiet: light-dark(#6b5d55, #b3a59c); --line: light-dark(#ddd3ca, #332a26);
  --accent: light-dark(#b34a00, #ff8a3d); }
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line);
  font-size: 0.875rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin: 0.25rem 0; }
nav li ul { padding-left: 0.75rem; }
nav code { background: none; padding: 0; }
nav a { color: inherit; text-decoration: none; display: block; padding: 0.125rem 0; overflow-wrap: anywhere; }
nav a:hover { color: var(--accent); }
main { max-width: 60rem; padding: 2rem 2rem 6rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { font-size: 2rem; margin: 0 0 1rem; }
h2 { margin: 3rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { margin: 2rem 0 0.25rem; font-size: 1.05rem; }
h4 { margin: 1rem 0 0.25rem; }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
code { background: var(--raised); padding: 0.1em 0.3em; border-radius: 4px; }
h3 code, pre code, th code { background: none; padding: 0; }
pre { background: var(--raised); padding: 0.75rem 1rem; border-radius: 8px; overflow: auto; max-height: 28rem; }
b { color: var(--accent); }
summary { cursor: pointer; color: var(--quiet); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 500; }
thead th, small { color: var(--quiet); font-size: 0.8125rem; }
dt { font-weight: 600; margin-top: 0.5rem; }
dd { margin: 0; }
dd ul { margin: 0; padding-left: 1.25rem; }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem 1rem 4rem; }
}
`;
