import { type AuditBreach, verifyAudit } from '../kernel/data/audit.ts';
import type { Queries } from '../kernel/data/database.ts';

/** The chain of one school as it is now. */
interface Chain {
  slink: string;
  rows: number;
  head: string;
}

/** The chain of every school, also in words, and what is wrong with them. */
export async function checkAudit(db: Queries): Promise<{ chains: Chain[]; lines: string[]; problems: string[] }> {
  const schools = await db.selectFrom('schools').select(['id', 'slink']).execute();
  const slinks = new Map(schools.map(({ id, slink }) => [id, slink]));
  const { chains: found, breaches } = await verifyAudit(db);
  const chains = found.map(({ school_id, rows, head }) => ({ slink: slinks.get(school_id) ?? '', rows, head }));
  return {
    chains,
    lines: chains.map(({ slink, rows, head }) => `${slink}: ${rows} rows, head ${head}`),
    problems: breaches.map((breach) => toProblem(slinks.get(breach.school_id) ?? '', breach)),
  };
}

function toProblem(slink: string, { seq, reason }: AuditBreach): string {
  if (reason === 'changed') return `${slink}: row ${seq} was changed after it had been written.`;
  if (reason === 'missing') return `${slink}: row ${seq} is missing.`;
  return `${slink}: the log ends before row ${seq}, which has been written.`;
}
