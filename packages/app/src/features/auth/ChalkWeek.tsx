import styles from './ChalkWeek.module.css';

/** Lessons of the drawn week: column, row, height in rows. */
const LESSONS = [
  [0, 0, 2],
  [0, 2, 1],
  [0, 4, 1],
  [1, 0, 1],
  [1, 1, 1],
  [1, 3, 2],
  [2, 0, 1],
  [2, 2, 2],
  [3, 1, 2],
  [3, 3, 1],
  [3, 4, 1],
  [4, 0, 2],
  [4, 3, 1],
] as const;

const COLUMN = 92;
const ROW = 58;
const LEFT = 22;
const TOP = 58;

/** An ornament: a week as if drawn with chalk, with one lesson cancelled and one moved. */
export function ChalkWeek() {
  return (
    <svg className={styles.week} viewBox="0 0 500 376" aria-hidden="true" focusable="false">
      <g filter="url(#chalk-full)">
        {[0, 1, 2, 3, 4].map((column) => (
          <path
            key={column}
            className={styles.title}
            d={`M${LEFT + column * COLUMN + 14} ${TOP - 26}c12-3 22 2 ${30 + ((column * 7) % 16)} 0`}
          />
        ))}
        <path className={styles.rule} d={`M${LEFT - 6} ${TOP - 10}c140-4 300 3 462-1`} />
        {LESSONS.map(([column, row, height]) => (
          <rect
            key={`${column}-${row}`}
            className={styles.lesson}
            x={LEFT + column * COLUMN}
            y={TOP + row * ROW}
            width={COLUMN - 12}
            height={height * ROW - 10}
            rx="11"
          />
        ))}
        {LESSONS.map(([column, row, height]) => (
          <path
            key={`${column}-${row}`}
            className={styles.words}
            d={`M${LEFT + column * COLUMN + 14} ${TOP + row * ROW + 18}h${26 + ((column * 13 + row * 7) % 22)}${
              height > 1 ? `m-30 15h${18 + ((row * 11) % 14)}` : ''
            }`}
          />
        ))}
        <rect
          className={styles.moved}
          x={LEFT + 2 * COLUMN}
          y={TOP + ROW}
          width={COLUMN - 12}
          height={ROW - 10}
          rx="11"
        />
        <path
          className={styles.strike}
          d={`M${LEFT + COLUMN - 4} ${TOP + ROW + 34}c22-9 48-13 ${COLUMN - 4}-20M${LEFT + COLUMN - 2} ${TOP + ROW + 10}c26 10 52 16 ${COLUMN - 8} 26`}
        />
        <path
          className={styles.arrow}
          d={`M${LEFT + 2 * COLUMN + 20} ${TOP + ROW + 26}c14 1 24-1 38-2m-11-9c4 3 8 6 11 9-3 4-6 7-10 10`}
        />
        <path className={styles.now} d={`M${LEFT - 8} ${TOP + 3 * ROW - 22}c150 4 320-4 466 1`} />
        <circle className={styles.dot} cx={LEFT - 8} cy={TOP + 3 * ROW - 22} r="6" />
      </g>
    </svg>
  );
}
