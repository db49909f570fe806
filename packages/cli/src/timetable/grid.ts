import Papa from 'papaparse';

/** A period time for the server. `weekday` 1 = Monday, null = every day. */
export interface GridTime {
  hour: string;
  weekday: number | null;
  begins_at: string;
  ends_at: string;
}

/** A problem of a grid file: line (JSON: entry, from 1) and field; row 0 is the whole file. */
export interface GridProblem {
  row: number;
  field: 'file' | 'hour' | 'weekday' | 'begins_at' | 'ends_at';
  value: string;
}

const NAMES: Record<string, keyof GridTime> = {
  hour: 'hour',
  period: 'hour',
  stunde: 'hour',
  weekday: 'weekday',
  day: 'weekday',
  wochentag: 'weekday',
  tag: 'weekday',
  begins_at: 'begins_at',
  begin: 'begins_at',
  start: 'begins_at',
  from: 'begins_at',
  von: 'begins_at',
  beginn: 'begins_at',
  ends_at: 'ends_at',
  end: 'ends_at',
  to: 'ends_at',
  bis: 'ends_at',
  ende: 'ends_at',
};

/** Period times from a CSV (`hour;weekday;begins_at;ends_at`) or a JSON list; or its first problem. */
export function parseGrid(text: string): { times: GridTime[] } | { problem: GridProblem } {
  const content = text.replace(/^\uFEFF/, '').trim();
  const rows = content.startsWith('[') ? fromJson(content) : fromCsv(content);
  if (rows === null || rows.length === 0) return { problem: { row: 0, field: 'file', value: content.slice(0, 40) } };
  const times: GridTime[] = [];
  for (const { row, fields } of rows) {
    const time = toGridTime(row, fields);
    if ('field' in time) return { problem: time };
    times.push(time);
  }
  return { times };
}

type Fields = Partial<Record<keyof GridTime, unknown>>;

function fromJson(text: string): { row: number; fields: Fields }[] | null {
  try {
    const list = JSON.parse(text) as unknown[];
    return list.map((entry, index) => ({ row: index + 1, fields: (entry ?? {}) as Fields }));
  } catch {
    return null;
  }
}

function fromCsv(text: string): { row: number; fields: Fields }[] | null {
  const [header, ...lines] = Papa.parse<string[]>(text, { delimitersToGuess: [';', ',', '\t', '|'] }).data;
  const names = header?.map((name) => NAMES[name.trim().toLowerCase()]) ?? [];
  if (!names.includes('hour') || !names.includes('begins_at') || !names.includes('ends_at')) return null;
  return lines
    .map((cells, index) => ({
      row: index + 2,
      fields: Object.fromEntries(names.flatMap((name, at) => (name ? [[name, cells[at] ?? '']] : []))) as Fields,
    }))
    .filter(({ fields }) => Object.values(fields).some((value) => value !== ''));
}

function parseTime(value: unknown): string | null {
  const match = /^(\d{1,2})[:.](\d{2})(?::00)?$/.exec(String(value ?? '').trim());
  if (!match?.[1] || Number(match[1]) > 23 || Number(match[2]) > 59) return null;
  return `${match[1].padStart(2, '0')}:${match[2]}`;
}

function toGridTime(row: number, fields: Fields): GridTime | GridProblem {
  const problem = (field: keyof GridTime): GridProblem => ({ row, field, value: String(fields[field] ?? '') });
  const hour = String(fields.hour ?? '').trim();
  if (hour === '') return problem('hour');
  const day = String(fields.weekday ?? '').trim();
  if (!/^[1-7]?$/.test(day)) return problem('weekday');
  const begins_at = parseTime(fields.begins_at);
  if (begins_at === null) return problem('begins_at');
  const ends_at = parseTime(fields.ends_at);
  if (ends_at === null || ends_at <= begins_at) return problem('ends_at');
  return { hour, weekday: day === '' ? null : Number(day), begins_at, ends_at };
}
