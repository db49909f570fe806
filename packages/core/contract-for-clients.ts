import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, Visitor } from 'vite';

const source = fileURLToPath(new URL('src/', import.meta.url));
/** Where a feature declares its codes. */
const ERRORS = 'errors.ts';
/** The properties of an endpoint that the client reads; only the server needs the others. */
const READ_BY_CLIENTS = ['method', 'path', 'auth', 'timeout', 'produces', 'idempotent'] as const;
/** The same of a realtime event. */
const HEARD_BY_CLIENTS = ['name', 'fields'] as const;

/**
 * Makes core cheap in a build for browsers: endpoints and events keep what a client needs and lose their schemas, and a value that
 * nothing imports is left out even if calls produce it (loading core does nothing but declare error codes). Other
 * schemas stay where they are used.
 */
export function contractForClients(): Plugin {
  return {
    name: 'contract-for-clients',
    apply: 'build',
    // Otherwise `f.date` in a schema, a read from a namespace, keeps the whole schema.
    config: () => ({ build: { rolldownOptions: { treeshake: { propertyReadSideEffects: false } } } }),
    async load(id) {
      if (!id.startsWith(source) || !/\/([a-z-]+-)?(api|events)\.ts$/.test(id)) return null;
      const codes = id.endsWith('api.ts') && existsSync(join(dirname(id), ERRORS)) ? [`import './${ERRORS}';`] : [];
      const module = (await import(id)) as Record<string, unknown>;
      const exports = Object.entries(module).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(ofClients(value))};`,
      );
      return [...codes, ...exports].join('\n');
    },
    transform(code, id) {
      if (!id.startsWith(source) || id.endsWith(`/${ERRORS}`)) return null;
      return { code: withPureCalls(code, this.parse(code)), map: null };
    },
  };
}

function ofClients(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('path' in value) return only(value, READ_BY_CLIENTS);
  return 'payload' in value ? only(value, HEARD_BY_CLIENTS) : value;
}

function only(declaration: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(declaration).filter(([key]) => keys.includes(key)));
}

/**
 * Marks every call that runs at module load and whose result is used as pure, so that it goes when its result is
 * unused.
 */
function withPureCalls(code: string, program: Parameters<InstanceType<typeof Visitor>['visit']>[0]): string {
  const places = new Set<number>();
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  const mark = ({ start }: { start: number }) => {
    if (depth === 0) places.add(start);
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression: mark,
    NewExpression: mark,
  }).visit(program);
  return [...places].sort((one, other) => other - one).reduce(withPure, code);
}

function withPure(code: string, place: number): string {
  return `${code.slice(0, place)}/* @__PURE__ */ ${code.slice(place)}`;
}
