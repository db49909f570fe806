import { type Box, percentOf, type Scale, toHue } from '@kreide/core/features/timetable';
import { toTime } from '@kreide/core/kernel';
import { insetOf } from './DayColumns.tsx';

/** Position of the current-time line. */
export type NowLineProps = {
  readonly scale: Scale;
  /** Index of today's column. */
  readonly day: number;
  /** Its boxes: the running one gets an outline. */
  readonly boxes: readonly Box[];
  /** Minutes since midnight in the school's time zone. */
  readonly minutes: number;
};

/**
 * The present moment: its time on the axis, a chalk stroke beside today's lessons from the first period down to now, a
 * hair behind all of them, an outline around the running one; nothing outside the scale. It moves without rendering any
 * lesson. Hidden from screen readers, which tell the time themselves.
 */
export function NowLine({ scale, day, boxes, minutes }: NowLineProps) {
  if (minutes < scale.begins || minutes >= scale.ends) return null;
  const percent = percentOf(scale, minutes);
  const top = `${percent}%`;
  return (
    <>
      <div className="kt-now" aria-hidden="true">
        <div className="kt-now-line" style={{ top }} />
        <b style={{ top }}>{toTime(minutes)}</b>
      </div>
      <div className="kt-now-day" style={{ gridColumn: day + 2 }} aria-hidden="true">
        <div className="kt-now-stroke" style={{ height: top }} />
        <div className="kt-now-point" style={{ top }} />
        {boxes
          .filter((box) => box.begins <= minutes && minutes < box.ends)
          .map((box) => (
            <div
              key={box.place}
              className={`kt-running kt-${toHue(box.occurrences[0]?.lesson.subject?.color)}`}
              style={{ inset: insetOf(box, scale) }}
            />
          ))}
      </div>
    </>
  );
}
