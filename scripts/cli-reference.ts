// Writes what every command says of itself into docs/cli.md.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../packages/cli/src/cli.ts';
import { createProgram } from '../packages/cli/src/program.ts';
import { processTerminal } from '../packages/cli/src/terminal.ts';
import { createTexts } from '../packages/cli/src/texts.ts';

const PAGE = join(import.meta.dirname, '../docs/cli.md');
const BEGIN = '<!-- What follows is written by npm run generate. -->\n';
const WIDTH = 110;

/** Every command with its names and its help in English, those that hold others included. */
export function readHelp(): { name: string; help: string; isGroup: boolean }[] {
  let said = '';
  const terminal = {
    ...processTerminal(),
    out: (text: string) => {
      said += text;
    },
  };
  // What only a run needs: help asks nothing of it.
  const cli = { terminal, language: 'en', t: createTexts('en') } as Cli;
  const visit = (command: Command, path: string): ReturnType<typeof readHelp> => {
    const name = `${path} ${command.name()}`.trim();
    said = '';
    command.configureOutput({ getOutHelpWidth: () => WIDTH, getOutHasColors: () => false }).outputHelp();
    const entry = { name, help: said.trimEnd(), isGroup: command.commands.length > 0 };
    return [entry, ...command.commands.flatMap((child) => visit(child as Command, name))];
  };
  return visit(
    createProgram(cli, () => {}),
    '',
  );
}

/** The page with its last part as the commands are now. */
export function withReference(page: string): string {
  const [prose = ''] = page.split(BEGIN);
  const parts = readHelp().map(({ name, help }) => `### ${name}\n\n\`\`\`text\n${help}\n\`\`\`\n`);
  return `${prose.trimEnd()}\n\n${BEGIN}\n## Every command and option\n\n${parts.join('\n')}`;
}

export const readPage = (): string => readFileSync(PAGE, 'utf8');

export async function writeCliReference(): Promise<void> {
  await writeFile(PAGE, withReference(readPage()));
}
