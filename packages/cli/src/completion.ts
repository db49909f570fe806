import type { Command, Option } from 'commander';

/** One command as completion needs it. */
export interface CompletionNode {
  /** `timetable upload`; empty for the program itself. */
  path: string;
  commands: { name: string; description: string }[];
  options: CompletionOption[];
  /** Allowed values of the first argument. */
  words: string[];
  /** Are the arguments files? */
  takesFiles: boolean;
}

export interface CompletionOption {
  long: string;
  short: string | null;
  description: string;
  value: 'none' | 'file' | 'folder' | 'other';
  choices: readonly string[];
}

/** All commands for completion, the program itself first. */
export function toCompletion(program: Command): CompletionNode[] {
  const visit = (command: Command, path: string): CompletionNode[] => {
    const help = command.createHelp();
    const children = command.commands.map((child) => child as Command);
    const node: CompletionNode = {
      path,
      commands: children.map((child) => ({ name: child.name(), description: child.description() })),
      options: help.visibleOptions(command).flatMap((option) => toOption(option)),
      words: [...(command.registeredArguments[0]?.argChoices ?? [])],
      takesFiles: command.registeredArguments.some((argument) => argument.name() === 'file'),
    };
    return [node, ...children.flatMap((child) => visit(child, `${path} ${child.name()}`.trim()))];
  };
  return visit(program, '');
}

function toOption(option: Option): CompletionOption[] {
  if (!option.long) return [];
  const placeholder = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1];
  const value =
    placeholder === undefined ? 'none' : placeholder === 'file' || placeholder === 'folder' ? placeholder : 'other';
  return [
    {
      long: option.long,
      short: option.short ?? null,
      description: option.description,
      value,
      choices: option.argChoices ?? [],
    },
  ];
}

/** The name of a shell function for a command. */
export function toFunctionName(program: string, path: string): string {
  return `_${[program, ...path.split(' ')].filter((part) => part !== '').join('_')}`.replace(/[^A-Za-z0-9_]/g, '_');
}
