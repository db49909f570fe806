import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHelp, readPage, withReference } from '../scripts/cli-reference.ts';

const page = readPage();

describe('docs/cli.md', () => {
  it('has the help of every command as it is now: npm run generate writes it [D-3.01]', () => {
    const commands = readHelp();
    expect(commands.length).toBeGreaterThan(20);
    expect(page).toBe(withReference(page));
    for (const { help, name, isGroup } of commands) {
      expect(help, name).toContain(`Usage: ${name}`);
      expect(help, name).toContain('Example');
      if (!isGroup) expect(help, name).toMatch(/--json|completion/);
    }
  });

  it('says in its table what every command is for', () => {
    const table = page.slice(page.indexOf('## Commands'), page.indexOf('## Sign-in'));
    const said = [...table.matchAll(/^\|(\\\||[^|])*/gm)].map(([cell]) => cell).join('\n');
    for (const { name, isGroup } of readHelp()) {
      if (isGroup) continue;
      const [word = '', rest = ''] = [name.split(' ').at(-1), name.split(' ').slice(0, -1).join(' ')];
      expect(
        said.split('\n').some((line) => line.includes(rest) && line.includes(word)),
        name,
      ).toBe(true);
    }
  });
});

describe('the examples of a service that watches a folder', () => {
  const folder = join(import.meta.dirname, '../examples/timetable-watch');

  it('call commands and options that there are, with the variables that it reads, and are named in the page', () => {
    const upload = readHelp().find(({ name }) => name === 'kreide timetable upload')?.help ?? '';
    const said = page.slice(page.indexOf('## Sign-in'));
    let calls = 0;
    for (const file of readdirSync(folder)) {
      expect(said, file).toContain(file);
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [, options = ''] of text.matchAll(/kreide timetable upload ([^>\n]*)/g)) {
        calls += 1;
        for (const [option] of options.matchAll(/--[\w-]+/g)) expect(upload, file).toContain(`${option} `);
      }
      for (const [name] of text.matchAll(/KREIDE_\w+/g)) expect(said, file).toContain(name);
    }
    expect(calls).toBe(2);
  });
});
