// Generates from the surfaces of the elements: the custom elements manifest, the types of the tags in JSX and the
// tables of docs/embedding.md.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { substitutionsSurface } from '../packages/widgets/src/features/monitor/substitutions-surface.ts';
import { monitorSurface } from '../packages/widgets/src/features/monitor/surface.ts';
import { newsSurface } from '../packages/widgets/src/features/news/surface.ts';
import { timetableSurface } from '../packages/widgets/src/features/timetable/surface.ts';
import { SHARED_PROPERTIES, type Surface } from '../packages/widgets/src/kernel/surface.ts';

const ROOT = join(import.meta.dirname, '..');
export const surfaces: readonly Surface[] = [timetableSurface, monitorSurface, substitutionsSurface, newsSurface];

const BEGIN = '<!-- Made from the surfaces by npm run generate: -->';
const END = '<!-- End of what is made. -->';

/** The custom elements manifest (schema 1.0.0), which editors read (D-2.15). */
export function toManifest(): string {
  const modules = surfaces.map((surface) => {
    const { tag, name, summary, attributes, events, parts, properties } = surface;
    const path = `dist/${tag}.js`;
    return {
      kind: 'javascript-module',
      path,
      declarations: [
        {
          kind: 'class',
          customElement: true,
          name,
          tagName: tag,
          description: summary,
          superclass: { name: 'HTMLElement' },
          attributes: Object.entries(attributes).map(([attribute, { initial, values, doc }]) => ({
            name: attribute,
            type: { text: values ? values.map((value) => `'${value}'`).join(' | ') : 'string' },
            ...(initial === null ? {} : { default: `'${initial}'` }),
            description: doc,
          })),
          events: Object.entries(events).map(([event, { detail, doc }]) => ({
            name: event,
            type: { text: `CustomEvent<${toDetail(detail)}>` },
            description: doc,
          })),
          cssParts: Object.entries(parts).map(([part, doc]) => ({ name: part, description: doc })),
          cssProperties: Object.entries({ ...properties, ...SHARED_PROPERTIES }).map(
            ([property, { initial, doc }]) => ({
              name: property,
              default: initial,
              description: doc,
            }),
          ),
        },
      ],
      exports: [{ kind: 'custom-element-definition', name: tag, declaration: { name, module: path } }],
    };
  });
  return `${JSON.stringify({ schemaVersion: '1.0.0', modules }, null, 2)}\n`;
}

function toDetail(detail: Readonly<Record<string, string>>): string {
  return `{ ${Object.entries(detail)
    .map(([name, type]) => `${name}: ${type}`)
    .join('; ')} }`;
}

/** The types of the tags in JSX and of the events (D-2.15). */
export function toTypes(): string {
  const lines = [
    '// Made from the surfaces of the elements by npm run generate.',
    '// biome-ignore-all format: written by a program',
    "import type { DetailedHTMLProps, HTMLAttributes } from 'react';",
    '',
    'type Tag<Attributes> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Attributes;',
    '',
  ];
  for (const { name, summary, attributes } of surfaces) {
    lines.push(`/** ${summary} */`, `export interface ${name}Attributes {`);
    for (const [attribute, { values, doc }] of Object.entries(attributes)) {
      const type = values ? values.map((value) => `'${value}'`).join(' | ') : 'string';
      const key = attribute.includes('-') ? `'${attribute}'` : attribute;
      lines.push(`  /** ${doc} */`, `  ${key}?: ${type} | undefined;`);
    }
    lines.push('}', '');
  }
  lines.push('/** Events of all elements by name. */', 'export interface KreideEvents {');
  const events = new Map<string, string[]>();
  for (const surface of surfaces) {
    for (const [event, { detail }] of Object.entries(surface.events)) {
      events.set(event, [...(events.get(event) ?? []), `CustomEvent<${toDetail(detail)}>`]);
    }
  }
  for (const [event, types] of events) lines.push(`  '${event}': ${[...new Set(types)].join(' | ')};`);
  lines.push('}', '', "declare module 'react' {", '  namespace JSX {', '    interface IntrinsicElements {');
  for (const { tag, name } of surfaces) lines.push(`      '${tag}': Tag<${name}Attributes>;`);
  lines.push('    }', '  }', '}', '');
  return lines.join('\n');
}

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const code = (text: string) => `\`${text}\``;

/** The tables of the docs. */
export function toTables(): string {
  const lines: string[] = [];
  const table = (heads: readonly string[], rows: readonly string[]) =>
    lines.push(row(...heads), row(...heads.map(() => '---')), ...rows, '');
  for (const { tag, summary, attributes, events, parts, properties } of surfaces) {
    lines.push(`### \`<${tag}>\``, '', summary, '');
    table(
      ['Attribute', 'Values', 'Default', 'Meaning'],
      Object.entries(attributes).map(([name, { initial, values, doc }]) =>
        row(code(name), values?.map(code).join(', ') ?? 'text', initial === null ? '' : code(initial), doc),
      ),
    );
    table(
      ['Event', '`event.detail`', 'When'],
      Object.entries(events).map(([name, { detail, doc }]) => row(code(name), code(toDetail(detail)), doc)),
    );
    table(
      ['Part', 'What it is'],
      Object.entries(parts).map(([name, doc]) => row(code(name), doc)),
    );
    table(
      ['Custom property', 'Default', 'Meaning'],
      Object.entries(properties).map(([name, { initial, doc }]) => row(code(name), initial, doc)),
    );
  }
  lines.push('### Custom properties of all elements', '');
  table(
    ['Custom property', 'Default', 'Meaning'],
    Object.entries(SHARED_PROPERTIES).map(([name, { initial, doc }]) => row(code(name), initial, doc)),
  );
  return lines.join('\n');
}

/** The docs with new tables. */
export function withTables(docs: string): string {
  const [before = '', rest = ''] = docs.split(BEGIN);
  const after = rest.split(END)[1] ?? '\n';
  return `${before}${BEGIN}\n\n${toTables()}\n${END}${after}`;
}

/** The generated files and their content. */
export async function madeFiles(): Promise<Record<string, string>> {
  const docs = join(ROOT, 'docs/embedding.md');
  return {
    [join(ROOT, 'packages/widgets/custom-elements.json')]: toManifest(),
    [join(ROOT, 'packages/widgets/jsx.d.ts')]: toTypes(),
    [docs]: withTables(await readFile(docs, 'utf8')),
  };
}

/** Called by `npm run generate`. */
export async function writeWidgetSurface(): Promise<void> {
  for (const [path, text] of Object.entries(await madeFiles())) await writeFile(path, text);
}
