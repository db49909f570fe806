import { type AuditBreach, verifyAudit } from '../kernel/data/audit.ts';
import type { Queries } from '../kernel/data/database.ts';

/** The chain of every school in words, and what is wrong with them. */
export async function checkAudit(db: Queries): Promise<{ lines: string[]; problems: string[] }> {
  const schools = await db.selectFrom('schools').select(['id', 'slink']).execute();
  const slinks = new Map(schools.map(({ id, slink }) => [id, slink]));
  const { chains, breaches } = await verifyAudit(db);
  return {
    lines: chains.map(({ school_id, rows, head }) => `${slinks.get(school_id)}: ${rows} rows, head ${head}`),
    problems: breaches.map((breach) => toProblem(slinks.get(breach.school_id) ?? '', breach)),
  };
}

function toProblem(slink: string, { seq, reason }: AuditBreach): string {
  if (reason === 'changed') return `${slink}: row ${seq} was changed after it had been written.`;
  if (reason === 'missing') return `${slink}: row ${seq} is missing.`;
  return `${slink}: the log ends before row ${seq}, which has been written.`;
}
