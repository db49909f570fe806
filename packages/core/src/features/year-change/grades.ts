/** What becomes of the pupils of a grade: another grade, `leave`, or null where nobody can tell from its name. */
export type GradeStep = { readonly to: string } | 'leave' | null;

/** `Klasse 7a` is what stands before the number, the number, and what stands after it. */
interface Named {
  readonly prefix: string;
  readonly number: number;
  /** Digits of the number, `05` has two. */
  readonly width: number;
  readonly suffix: string;
}

const SHAPE = /^(?<prefix>\D*)(?<number>\d{1,2})(?<suffix>\D*(?:\d{1,2})?)$/u;
/** Two grades in one name, `Q1/Q2` or `5a+6a`: where they go is for people to say. */
const SEVERAL = /\d.*[/+,&].*\p{L}.*\d|\d\s*\p{L}+\s*[/+,&]\s*\d/u;

function parse(shortcut: string): Named | null {
  if (SEVERAL.test(shortcut)) return null;
  const found = SHAPE.exec(shortcut.trim())?.groups;
  if (!found) return null;
  const { prefix = '', number = '', suffix = '' } = found;
  return { prefix, number: Number(number), width: number.length, suffix };
}

const fold = (text: string) => text.toLocaleUpperCase('de').replace(/\s/gu, '');

/** Names of the classes below the stages: their highest number is followed by a stage, where there is one. */
const CLASSES: ReadonlySet<string> = new Set(['', 'KLASSE', 'KL', 'KL.']);

const STAGE = /^(?<stage>EF|EPH|E|Q|KS|K|JS|J|S)(?<number>\d?)(?<suffix>[A-Z]?)$/u;

interface Stage {
  /** 0 introduction, 1 qualification. */
  readonly level: number;
  readonly number: number;
  readonly suffix: string;
  readonly shortcut: string;
}

/** The stage of a name, `EFa` is that of the introduction; null: it is none. */
function stageOf(shortcut: string): Stage | null {
  const found = STAGE.exec(fold(shortcut))?.groups;
  if (!found) return null;
  const { stage = '', number = '', suffix = '' } = found;
  return { level: stage.startsWith('E') ? 0 : 1, number: Number(number), suffix, shortcut };
}

/** The grade of the next stage that pupils with this letter come into: that of the letter, that without one, or a new one. */
function findStage(all: readonly string[], above: number, letter: string): string | null {
  const stages = all.flatMap((shortcut) => stageOf(shortcut) ?? []).filter(({ level }) => level > above);
  const [first] = stages.toSorted((one, other) => one.level - other.level || one.number - other.number);
  if (!first) return null;
  const entry = stages.filter(({ level, number }) => level === first.level && number === first.number);
  const same = entry.find(({ suffix }) => suffix === fold(letter)) ?? entry.find(({ suffix }) => suffix === '');
  const base = first.suffix === '' ? first.shortcut : first.shortcut.slice(0, -1);
  return same?.shortcut ?? `${base}${letter}`;
}

/**
 * The grade after each grade of a school, worked out from their names: `5a` is followed by `6a`, `Q1` by `Q2`, letters
 * stay, and the highest number is followed by the stage above it (`10b` by `EF`, `EF` by `Q1`) or leaves. Pure; a name that
 * says nothing (`Igel`, `Q1/Q2`) has null, and somebody decides (T-2.80).
 */
export function proposeSteps(shortcuts: readonly string[]): ReadonlyMap<string, GradeStep> {
  const byName = new Map(shortcuts.map((shortcut) => [fold(shortcut), shortcut]));
  const highest = new Map<string, number>();
  /** Prefixes and numbers of which there is a grade with a letter. */
  const lettered = new Set<string>();
  for (const grade of shortcuts.map(parse)) {
    if (!grade) continue;
    const prefix = fold(grade.prefix);
    highest.set(prefix, Math.max(grade.number, highest.get(prefix) ?? 0));
    if (grade.suffix !== '') lettered.add(`${prefix}${grade.number}`);
  }
  const stepOf = (shortcut: string): GradeStep => {
    const grade = parse(shortcut);
    const stage = stageOf(shortcut);
    const prefix = fold(grade?.prefix ?? '');
    if (grade && grade.number < (highest.get(prefix) ?? 0)) {
      const bare = `${grade.prefix}${String(grade.number + 1).padStart(grade.width, '0')}`;
      const known = byName.get(fold(`${bare}${grade.suffix}`));
      const alone = lettered.has(`${prefix}${grade.number + 1}`) ? undefined : byName.get(fold(bare));
      return { to: known ?? alone ?? `${bare}${grade.suffix}` };
    }
    if (!grade && !stage) return null;
    if (!stage && !CLASSES.has(prefix)) return 'leave';
    const next = findStage(shortcuts, stage?.level ?? -1, stage?.suffix ?? grade?.suffix ?? '');
    return next === null ? 'leave' : { to: next };
  };
  return new Map(shortcuts.map((shortcut) => [shortcut, stepOf(shortcut)]));
}
