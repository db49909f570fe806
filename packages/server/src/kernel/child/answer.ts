import { once } from 'node:events';
import { createLog, type Log } from '../log.ts';
import { type Report, toFailure } from './report.ts';

/** The other half of `runInChild`: does the work with the parent's input, reports the result and ends this process. */
export async function answerParent(work: (input: unknown, log: Log) => Promise<unknown>): Promise<void> {
  // Ctrl-C in a terminal reaches both processes: the parent decides. Without a parent there is no reason to go on.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit(1));
  const [{ input }] = (await once(process, 'message')) as [{ input: unknown }];
  // The parent's log filters by level.
  const log = createLog({ json: true, level: 'info' });
  const report: Report = await work(input, log).then((output) => ({ kind: 'done', output }), toFailure);
  process.send?.(report, () => process.exit());
}
