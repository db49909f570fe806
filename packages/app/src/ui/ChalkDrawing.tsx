import { chalkStroke } from '@kreide/core/kernel';
import styles from './Chalk.module.css';
import { DRAWINGS, type DrawingName, type Stroke } from './drawings.ts';

const toPath = ({ line, width = 4 }: Stroke, seed: number) => chalkStroke(line, width, seed);

/** A small chalk drawing: says "nothing here" before the words do. Hidden from screen readers. */
export function ChalkDrawing({ name }: { name: DrawingName }) {
  const strokes = DRAWINGS[name]();
  const draw = (isFaint: boolean) =>
    strokes.map((stroke, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no identity but their place
      Boolean(stroke.isFaint) === isFaint ? <path key={index} d={toPath(stroke, index + 1)} /> : null,
    );
  return (
    <svg className={styles.drawing} viewBox="0 0 160 110" aria-hidden="true" focusable="false">
      <g filter="url(#chalk-full)">
        {draw(false)}
        <g className={styles.faint}>{draw(true)}</g>
      </g>
    </svg>
  );
}
