import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';

let setContent: (content: ReactNode) => void = () => {};

function Page() {
  const [content, set] = useState<ReactNode>(null);
  setContent = set;
  return content ?? <h1>Timetable</h1>;
}

/** The page of an app in React before its timetable is opened: React runs, a heading stands. */
export function startReactPage(root: HTMLElement): void {
  createRoot(root).render(<Page />);
}

/** Opens the timetable in that page. */
export function showInReactPage(content: ReactNode): void {
  setContent(content);
}
