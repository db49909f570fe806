import { type CompletionNode, type CompletionOption, toFunctionName } from './completion.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The completion script of a shell (D-3.14). */
export function toScript(shell: Shell, program: string, nodes: readonly CompletionNode[]): string {
  return { bash: toBash, zsh: toZsh, fish: toFish }[shell](program, nodes);
}

const flagsOf = (option: CompletionOption) => [option.long, option.short].filter((flag) => flag !== null);

function toBash(program: string, nodes: readonly CompletionNode[]): string {
  const name = toFunctionName(program, '');
  const paths = nodes.filter((node) => node.path !== '').map((node) => `'${node.path}'`);
  const cases = nodes.map((node) => {
    const values = node.options
      .filter((option) => option.value !== 'none')
      .map((option) => {
        const reply =
          option.choices.length > 0
            ? `COMPREPLY=($(compgen -W '${option.choices.join(' ')}' -- "$word"))`
            : option.value === 'other'
              ? 'COMPREPLY=()'
              : `compopt -o filenames; COMPREPLY=($(compgen ${option.value === 'folder' ? '-d' : '-f'} -- "$word"))`;
        return `        ${flagsOf(option).join('|')}) ${reply}; return ;;`;
      });
    const words = [...node.commands.map((command) => command.name), ...node.words].join(' ');
    const flags = node.options.flatMap(flagsOf).join(' ');
    return [
      `    '${node.path}')`,
      ...(values.length > 0 ? ['      case "$before" in', ...values, '      esac'] : []),
      `      if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W '${flags}' -- "$word"))`,
      node.takesFiles
        ? '      else compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")); fi ;;'
        : `      else COMPREPLY=($(compgen -W '${words}' -- "$word")); fi ;;`,
    ].join('\n');
  });
  return `# bash completion for ${program}
${name}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path='' part known
  local -a paths=(${paths.join(' ')})
  for part in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    for known in "\${paths[@]}"; do
      if [[ "$known" == "\${path:+$path }$part" ]]; then path="$known"; break; fi
    done
  done
  case "$path" in
${cases.join('\n')}
  esac
}
complete -F ${name} ${program}
`;
}

/** A text escaped for single quotes of zsh and fish. */
const quoted = (text: string, inside: string) => `'${text.replaceAll("'", inside)}'`;

function toZsh(program: string, nodes: readonly CompletionNode[]): string {
  const note = (text: string) => text.replace(/[[\]:\\]/g, (sign) => `\\${sign}`);
  const functions = nodes.map((node) => {
    const specs = node.options.flatMap((option) => {
      const value =
        option.choices.length > 0
          ? `:value:(${option.choices.join(' ')})`
          : { none: '', file: ':file:_files', folder: ':folder:_files -/', other: ':value: ' }[option.value];
      return flagsOf(option).map((flag) => quoted(`${flag}[${note(option.description)}]${value}`, "'\\''"));
    });
    const lines = [`${toFunctionName(program, node.path)}() {`];
    if (node.commands.length > 0) {
      const commands = node.commands.map(({ name, description }) => quoted(`${name}:${note(description)}`, "'\\''"));
      const cases = node.commands.map(
        ({ name }) => `      ${name}) ${toFunctionName(program, `${node.path} ${name}`)} ;;`,
      );
      lines.push(
        '  local state line',
        `  local -a commands=(${commands.join(' ')})`,
        `  _arguments -C ${specs.join(' ')} '1:command:->command' '*::argument:->argument'`,
        '  case $state in',
        "    command) _describe 'command' commands ;;",
        '    argument) case $line[1] in',
        ...cases,
        '    esac ;;',
        '  esac',
      );
    } else {
      const rest = node.takesFiles
        ? "'*:file:_files'"
        : node.words.length > 0
          ? `'1:word:(${node.words.join(' ')})'`
          : '';
      lines.push(`  _arguments ${specs.join(' ')} ${rest}`.trimEnd());
    }
    return [...lines, '}'].join('\n');
  });
  return `#compdef ${program}
${functions.join('\n')}
# Sourced: register; autoloaded from fpath: run.
if [[ "$funcstack[1]" == ${toFunctionName(program, '')} ]]; then ${toFunctionName(program, '')} "$@"; else compdef ${toFunctionName(program, '')} ${program}; fi
`;
}

function toFish(program: string, nodes: readonly CompletionNode[]): string {
  const lines = nodes.flatMap((node) => {
    const parts = node.path.split(' ').filter((part) => part !== '');
    const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`);
    const others = node.commands.map(({ name }) => name).join(' ');
    const isHere = [...seen, ...(others === '' ? [] : [`not __fish_seen_subcommand_from ${others}`])].join('; and ');
    const begin = `complete -c ${program} -n ${quoted(isHere === '' ? 'true' : isHere, "\\'")}`;
    const options = node.options.map((option) => {
      const short = option.short ? ` -s ${option.short.slice(1)}` : '';
      const value =
        option.choices.length > 0
          ? ` -x -a ${quoted(option.choices.join(' '), "\\'")}`
          : { none: '', file: ' -r -F', folder: " -x -a '(__fish_complete_directories)'", other: ' -x' }[option.value];
      return `${begin} -l ${option.long.slice(2)}${short}${value} -d ${quoted(option.description, "\\'")}`;
    });
    return [
      ...node.commands.map(({ name, description }) => `${begin} -f -a ${name} -d ${quoted(description, "\\'")}`),
      ...(node.words.length > 0 ? [`${begin} -f -a ${quoted(node.words.join(' '), "\\'")}`] : []),
      ...(node.takesFiles ? [`${begin} -F`] : []),
      ...options,
    ];
  });
  return `# fish completion for ${program}\ncomplete -c ${program} -f\n${lines.join('\n')}\n`;
}
