import './page.css';

/** The page that stands before its timetable is opened, the same for every contender: a bar of places and a list of news. */
export const places = ['Home', 'Timetable', 'News', 'Chats', 'Files', 'Settings'] as const;
export const news = Array.from({ length: 8 }, (_, index) => ({
  id: index,
  title: `Notice ${index + 1}`,
  date: `${index + 9}/11`,
  text: 'The second break is in the hall today, the yard is being swept.',
}));

const item = ({ title, date, text }: (typeof news)[number]) =>
  `<li><button type="button" tabindex="0" aria-label="${title}, ${date}"><b>${title}</b> <i>${date}</i> <span>${text}</span></button></li>`;

/** That page in plain DOM. Answers the place where the timetable goes. */
export function startPlainPage(root: HTMLElement): HTMLElement {
  const bar = places.map((place) => `<button type="button">${place}</button>`).join('');
  root.innerHTML = `<nav class="page-bar" aria-label="Places">${bar}</nav><main><h1>News</h1><ul class="page-list">${news.map(item).join('')}</ul></main>`;
  return root.querySelector('main')!;
}
