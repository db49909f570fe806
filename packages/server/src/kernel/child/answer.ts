import { once } from 'node:events';
import { createLog, type Log } from '../log.ts';
import { type Report, toFailure } from './report.ts';

/** The other half of `runInChild`: does the work with what the parent sent, reports how it went, and ends this process. */
export async function answerParent(work: (input: unknown, log: Log) => Promise<unknown>): Promise<void> {
  // At a terminal Ctrl-C reaches both: the parent decides. When it is gone, there is nobody left to work for.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit(1));
  const [{ input }] = (await once(process, 'message')) as [{ input: unknown }];
  // The parent's log decides what is worth a line.
  const log = createLog({ json: true, level: 'info' });
  const report: Report = await work(input, log).then((output) => ({ kind: 'done', output }), toFailure);
  process.send?.(report, () => process.exit());
}
