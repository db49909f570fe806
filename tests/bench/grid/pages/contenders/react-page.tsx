import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { news, places } from './page.ts';

let open: (timetable: ReactNode) => void = () => {};

type Item = (typeof news)[number];

const Notice = memo(function Notice({
  item,
  isOpen,
  onOpen,
}: {
  item: Item;
  isOpen: boolean;
  onOpen: (id: number) => void;
}) {
  return (
    <li>
      <button
        type="button"
        tabIndex={0}
        className={isOpen ? 'is-open' : undefined}
        style={{ marginBlock: item.id === 0 ? '4px 0' : 0 }}
        aria-label={`${item.title}, ${item.date}`}
        onClick={() => onOpen(item.id)}
      >
        <b>{item.title}</b> <i>{item.date}</i> <span>{item.text}</span>
      </button>
    </li>
  );
});

function Page() {
  const [place, setPlace] = useState('Home');
  const [opened, setOpened] = useState(-1);
  const [timetable, setTimetable] = useState<ReactNode>(null);
  const main = useRef<HTMLElement>(null);
  const sorted = useMemo(() => [...news].sort((a, b) => a.id - b.id), []);
  open = (content) => {
    setPlace('Timetable');
    setTimetable(content);
  };
  useLayoutEffect(() => {
    main.current?.setAttribute('data-place', place);
  }, [place]);
  useEffect(() => {
    main.current?.setAttribute('aria-label', place);
  }, [place]);
  return (
    <>
      <nav className="page-bar" aria-label="Places">
        {places.map((name) => (
          <button
            type="button"
            key={name}
            aria-current={name === place ? 'page' : undefined}
            onClick={() => setPlace(name)}
          >
            {name}
          </button>
        ))}
      </nav>
      <main ref={main}>
        {timetable ?? (
          <>
            <h1>News</h1>
            <ul className="page-list">
              {sorted.map((item) => (
                <Notice key={item.id} item={item} isOpen={item.id === opened} onOpen={setOpened} />
              ))}
            </ul>
          </>
        )}
      </main>
    </>
  );
}

/** The page of an app in React before its timetable is opened. */
export function startReactPage(root: HTMLElement): void {
  createRoot(root).render(<Page />);
}

/** Opens the timetable in that page. */
export function showInReactPage(timetable: ReactNode): void {
  open(timetable);
}
