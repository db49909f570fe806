import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1d2523, #e8edea); --soft: light-dark(#55635e, #a9b6b1); --paper: light-dark(#fbfcfb, #141917); --line: light-dark(#d5dcd9, #37423e); --mark: light-dark(#0b6b53, #6fd3b5); }
body { margin: 0 auto; padding: 2rem 1rem 6rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.75rem; margin: 0 0 .25rem; } h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem; }
a { color: var(--mark); } p { color: var(--soft); margin: .25rem 0; }
details { border-block-start: 1px solid var(--line); padding: .5rem 0; } summary { cursor: pointer; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
summary:focus-visible, a:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; } pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; }
.method { font-weight: 700; min-width: 4rem; color: var(--mark); } .right { color: var(--soft); font-size: .875rem; }
`;

function escapeHtml(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

interface Operation {
  summary: string;
  tags: string[];
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json }> }>;
  security: unknown[];
  'x-needs': string;
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const part = (title: string, content: unknown) =>
    `<h4>${escapeHtml(title)}</h4><pre tabindex="0">${escapeHtml(JSON.stringify(content, null, 2))}</pre>`;
  const parameters = operation.parameters.map(
    (one) =>
      `<li><code>${escapeHtml(one.name)}</code> (${escapeHtml(one.in)}${one.required ? '' : ', optional'}): <code>${escapeHtml(JSON.stringify(one.schema))}</code></li>`,
  );
  const body = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    part(`Body, ${type}`, schema),
  );
  const answer = operation.responses['200']?.content?.['application/json']?.schema;
  const errors = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => `<li>${escapeHtml(status)}: ${escapeHtml(description)}</li>`);
  const right = operation.security.length === 0 ? 'public' : operation['x-needs'];
  return `<details id="${escapeHtml(operation.operationId)}"><summary><span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code> <span class="right">${escapeHtml(right)}</span></summary>
<p>${escapeHtml(operation.summary)}</p>${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}${body.join('')}${answer ? part('Answer', answer) : ''}<h4>Errors</h4><ul>${errors.join('')}</ul></details>`;
}

/** The reference as one page without scripts, with the policy that allows exactly its style. */
export function renderReference(document: Json): { html: string; policy: string } {
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))].sort();
  const sections = tags.map(
    (tag) =>
      `<section><h2>${escapeHtml(tag)}</h2>${operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(({ path, method, operation }) => renderOperation(path, method, operation))
        .join('')}</section>`,
  );
  const { title, description } = document.info as { title: string; description: string };
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)} <a href="openapi.json">openapi.json</a></p>${sections.join('')}</main></body></html>`;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  };
}
