import { percentOf, type Scale } from '@kreide/core/features/timetable';
import { toTime } from '@kreide/core/kernel';

/** Position of the current-time line. */
export type NowLineProps = {
  readonly scale: Scale;
  /** Index of today's column. */
  readonly day: number;
  /** Minutes since midnight in the school's time zone. */
  readonly minutes: number;
};

/**
 * The line at the current minute with its time on the axis and a dot at today; nothing outside the scale. It moves
 * without rendering any lesson. Hidden from screen readers, which tell the time themselves.
 */
export function NowLine({ scale, day, minutes }: NowLineProps) {
  if (minutes < scale.begins || minutes >= scale.ends) return null;
  const top = `${percentOf(scale, minutes)}%`;
  return (
    <>
      <div className="kt-now" aria-hidden="true">
        <div className="kt-now-line" style={{ top }} />
        <b style={{ top }}>{toTime(minutes)}</b>
      </div>
      <div className="kt-now-dot" style={{ gridColumn: day + 2 }} aria-hidden="true">
        <div className="kt-now-point" style={{ top }} />
      </div>
    </>
  );
}
