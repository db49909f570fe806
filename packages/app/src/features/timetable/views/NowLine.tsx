import { percentOf, type Scale } from '@kreide/core/features/timetable';

/** Where the line of the present moment stands. */
export type NowLineProps = {
  readonly scale: Scale;
  /** Index of today's column. */
  readonly day: number;
  /** Minutes since midnight in the school's zone. */
  readonly minutes: number;
};

/** The line across today at the present minute; nothing outside the scale. It moves without touching a lesson. */
export function NowLine({ scale, day, minutes }: NowLineProps) {
  if (minutes < scale.begins || minutes >= scale.ends) return null;
  return (
    <div className="kt-now-column" style={{ gridColumn: day + 2 }} aria-hidden="true">
      <div className="kt-now" style={{ top: `${percentOf(scale, minutes)}%` }} />
    </div>
  );
}
