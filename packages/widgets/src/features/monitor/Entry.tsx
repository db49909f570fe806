import { Fragment } from 'react';
import type { Line } from './lines.ts';
import { type MonitorTexts, toDetails } from './texts.ts';

/** One line of the plan: period, subject old → new, the kind of change as icon and word, room and teacher in words. */
export function Entry({ line, texts }: { readonly line: Line; readonly texts: MonitorTexts }) {
  const { t } = texts;
  const { entry, last } = line;
  const look = entry.kind ?? 'changed';
  const subject = entry.subject ?? entry.old_subject ?? '';
  const hour =
    entry.hour === null ? entry.time_begins_at : last === entry ? entry.hour : `${entry.hour}–${last.hour ?? ''}`;
  const isReplaced = entry.old_subject !== null && entry.subject !== null;
  return (
    <li className={`m-entry kt-${look}`} part="entry">
      <span className="m-hour">
        <span aria-hidden="true">{entry.hour === null ? hour : t('hour', { hour })}</span>
        <span className="k-hidden">{entry.hour === null ? hour : t('period', { hour })}</span>
      </span>
      <span className="m-what">
        <span className="m-subject">
          {isReplaced && (
            <>
              <s>
                <span className="k-hidden">{t('insteadOf')} </span>
                {entry.old_subject}
              </s>
              <span className="m-to" aria-hidden="true" />
            </>
          )}
          <b>{subject}</b>
        </span>
        <span className="m-details">
          {toDetails(entry, texts).map((detail, index) => (
            <Fragment key={detail}>
              {index > 0 && ' · '}
              <span>{detail}</span>
            </Fragment>
          ))}
        </span>
      </span>
      <span className="m-kind" part="kind">
        <i className="m-icon" />
        {t(`kind_${look}`)}
      </span>
    </li>
  );
}
