import { Readable } from 'node:stream';
import { type newsApi, READERS_FORMATS } from '@kreide/core/features/news';
import { defuseCell, toLocal, writeMoment } from '@kreide/core/kernel';
import { toDisposition } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { BOM, toCsv } from '../../kernel/text/csv.ts';
import { listAllReaders, type ReadItem, type Ways } from './queries/readers.ts';

const KINDS = {
  xls: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
} as const satisfies Record<(typeof READERS_FORMATS)[number], object>;

/** Where the lists of an item are had as files (C-3.31). */
export const toExports = (id: number) => {
  const [xls, csv] = READERS_FORMATS.map((format) => `/v1/channels/news/${id}/readers/export?format=${format}`);
  return { xls: xls as string, csv: csv as string };
};

/** Everybody who was asked to confirm an item, as a file for a spreadsheet; names that look like formulas are texts. */
export async function writeReaders(
  { query, actor, db, now, t, language }: HandlerContext<typeof newsApi.exportReaders>,
  item: ReadItem,
  ways: Ways,
): Promise<FileAnswer> {
  const people = await listAllReaders(db, item, ways);
  const head = [
    t('news:sheet.lastname'),
    t('news:sheet.firstname'),
    t('news:sheet.state'),
    t('news:sheet.at'),
    t('news:sheet.via'),
  ];
  const rows = people.map(({ firstname, lastname, group, confirmed_at, via }) =>
    [
      lastname,
      firstname,
      t(`news:groups.${group}`),
      confirmed_at === null ? '' : writeMoment(language, new Date(confirmed_at), actor.time_zone, 'long'),
      via === null ? '' : t(`news:via.${via}`),
    ].map((cell) => defuseCell(cell)),
  );
  const { type, ending } = KINDS[query.format];
  const bytes =
    query.format === 'csv'
      ? Buffer.from(BOM + toCsv([head, ...rows], language))
      : await toWorkbook(t('news:sheet.name'), head, rows);
  const name = `${actor.slink}-${toLocal(now, actor.time_zone).date}-news-${item.id}.${ending}`;
  return new FileAnswer(Readable.from([bytes], { objectMode: false }), {
    'content-type': type,
    'content-length': String(bytes.length),
    'content-disposition': toDisposition('attachment', name),
    'cache-control': 'private, no-store',
  });
}

async function toWorkbook(sheet: string, head: readonly string[], rows: readonly string[][]): Promise<Buffer> {
  // Loaded when the first workbook is wanted.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const data = [
    head.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map((value) => ({ value, type: String }))),
  ];
  return writeExcelFile([{ sheet, data, columns: head.map(() => ({ width: 24 })), stickyRowsCount: 1 }]).toBuffer();
}
