import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './Carousel.module.css';
import { isSwipe, type Point, toDrag } from './swipe.ts';

interface CarouselProps {
  /** Renders a page: the current one (0) or, during a drag, one of its neighbours. */
  page: (direction: -1 | 0 | 1) => ReactNode;
  /** A swipe turned one page forwards or backwards. */
  onPage: (direction: -1 | 1) => void;
}

const SETTLE_MS = 180;
/** Gap between two pages, px. */
const GAP = 16;

/**
 * A page that can be dragged aside by touch, pen or mouse; its neighbours exist only during the drag. However far and
 * fast the swipe, it turns exactly one page (T-2.25, T-2.29). Keys and buttons do the same without it.
 */
export function Carousel({ page, onPage }: CarouselProps) {
  const frame = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const start = useRef<Point | null>(null);
  const isDragging = useRef(false);
  const isSettling = useRef(false);
  const [hasNeighbours, setNeighbours] = useState(false);

  function move(offset: number) {
    if (track.current) track.current.style.transform = offset === 0 ? '' : `translateX(${offset}px)`;
  }

  function onPointerDown(event: PointerEvent) {
    isDragging.current = false;
    if (!event.isPrimary || event.button !== 0 || isSettling.current) return;
    start.current = { x: event.clientX, y: event.clientY, time: event.timeStamp };
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const from = start.current;
    if (!from || !event.isPrimary) return;
    const drag = toDrag(from, { x: event.clientX, y: event.clientY, time: event.timeStamp });
    if (!isDragging.current) {
      if (drag === 'across') start.current = null;
      if (drag !== 'along') return;
      isDragging.current = true;
      // It would disappear with its page otherwise, and the rest of the gesture with it.
      event.currentTarget.setPointerCapture(event.pointerId);
      setNeighbours(true);
    }
    move(event.clientX - from.x);
  }

  async function onPointerEnd(event: PointerEvent) {
    const from = start.current;
    start.current = null;
    if (!from || !isDragging.current) return;
    const to = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    const width = frame.current?.clientWidth ?? 1;
    const turns = event.type === 'pointerup' && isSwipe(from, to, width);
    const offset = to.x - from.x;
    isSettling.current = true;
    await settle(offset, turns ? Math.sign(offset) * (width + GAP) : 0);
    isSettling.current = false;
    flushSync(() => {
      setNeighbours(false);
      if (turns) onPage(offset < 0 ? 1 : -1);
    });
    move(0);
  }

  async function settle(from: number, to: number) {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const frames = [{ transform: `translateX(${from}px)` }, { transform: `translateX(${to}px)` }];
    const options = { duration: isCalm ? 0 : SETTLE_MS, easing: 'ease-out', fill: 'forwards' as const };
    const animation = track.current?.animate(frames, options);
    await animation?.finished.catch(() => {});
    move(to);
    animation?.cancel();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pulling is a short cut beside keys and buttons, nothing to focus
    <div
      ref={frame}
      className={styles.frame}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onClickCapture={(event) => {
        // Releasing a dragged page is not a click on the lesson below the finger.
        if (isDragging.current) event.stopPropagation();
        isDragging.current = false;
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      <div ref={track} className={styles.track}>
        {hasNeighbours && (
          <div className={styles.previous} inert aria-hidden="true">
            {page(-1)}
          </div>
        )}
        {page(0)}
        {hasNeighbours && (
          <div className={styles.next} inert aria-hidden="true">
            {page(1)}
          </div>
        )}
      </div>
    </div>
  );
}
