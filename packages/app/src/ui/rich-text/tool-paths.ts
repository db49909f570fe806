/** Icons of the tools, with the grid and strokes of `ui/icon-paths.ts`; loaded with the editor. */
export const TOOL_PATHS = {
  bold: 'M7.5 5h5.25a3.5 3.5 0 0 1 0 7H7.5V5ZM7.5 12h6.25a3.5 3.5 0 0 1 0 7H7.5v-7Z',
  italic: 'M10.5 5H17M7 19h6.5M14 5l-4 14',
  heading: 'M4.5 5v14M12.5 5v14M4.5 12h8M16 11.5a2.4 2.4 0 1 1 4.2 1.6L16 19h5',
  subheading: 'M4.5 6v12M11.5 6v12M4.5 12h7M15.5 10.5h5l-3 3.2a2.6 2.6 0 1 1-2.2 4',
  bulletList: 'M9.5 6.5h10M9.5 12h10M9.5 17.5h10M5 6.5h.01M5 12h.01M5 17.5h.01',
  orderedList: 'M10.5 6.5h9M10.5 12h9M10.5 17.5h9M4 5l1.5-.8V9M4 15.2a1.4 1.4 0 1 1 2.5.9L4 19.5h2.8',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  undo: 'M8.5 5 4.5 9l4 4M4.5 9H14a5 5 0 0 1 0 10h-3.5',
  redo: 'M15.5 5l4 4-4 4M19.5 9H10a5 5 0 0 0 0 10h3.5',
} as const;

export type Tool = keyof typeof TOOL_PATHS;
