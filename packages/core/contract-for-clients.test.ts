import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import { contractForClients } from './contract-for-clients.ts';

/** What a browser gets of a script, minified. */
async function bundle(script: string, plugins: Plugin[]): Promise<string> {
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === 'entry' ? join(import.meta.dirname, '../../tests/entry.ts') : null),
    load: (id) => (id.endsWith('/tests/entry.ts') ? script : null),
  };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, ...plugins],
    build: { write: false, rolldownOptions: { input: 'entry', output: { format: 'es' } } },
  });
  const { output } = [result].flat()[0] as { output: { type: string; code?: string }[] };
  return output.map(({ code = '' }) => code).join('\n');
}

describe('the contract in a browser', () => {
  it('is of an endpoint what a call needs: no schema, no sentence, nothing of its neighbours', async () => {
    const script = "import { schoolsApi } from '@kreide/core/features/schools'; console.log(schoolsApi.get);";
    const code = await bundle(script, [contractForClients()]);
    expect(code).toContain('/public/schools/{slink}');
    expect(code).not.toMatch(/_zod|sign-in page|find-schools|slink:/);
    expect(code.length).toBeLessThan(200);
  });

  it('comes with the error codes of its feature', async () => {
    const script =
      "import { authApi } from '@kreide/core/features/auth'; import { isErrorCode } from '@kreide/core/kernel'; console.log(authApi.login, isErrorCode);";
    const code = await bundle(script, [contractForClients()]);
    expect(code).toContain('wrong_credentials');
    expect(code).not.toContain('_zod');
  });

  it('brings no schema with a constant or a function that stands beside schemas', async () => {
    const script =
      "import { parseMonitorToken } from '@kreide/core/features/monitor'; import { KINDS } from '@kreide/core/features/timetable'; console.log(parseMonitorToken(KINDS[0]));";
    const code = await bundle(script, [contractForClients()]);
    expect(code).toContain('CANCLED');
    expect(code.length).toBeLessThan(500);
  });

  it('is of an event its name and the types of its fields', async () => {
    const script = "import { newsEvents } from '@kreide/core/features/news'; console.log(newsEvents.removed);";
    const code = await bundle(script, [contractForClients()]);
    expect(code).toContain('news.removed');
    expect(code).toMatch(/fields:\{id:.number.\}/);
    expect(code.length).toBeLessThan(200);
  });

  it('keeps the schemas that are used', async () => {
    const script =
      "import { safeParse } from 'zod/mini'; import { timetable } from '@kreide/core/features/timetable'; console.log(safeParse(timetable, {}).success);";
    expect(await bundle(script, [contractForClients()])).toMatch(/_zod/);
  });
});
