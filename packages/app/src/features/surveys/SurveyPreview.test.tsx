import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SurveyPreview } from './SurveyPreview.tsx';

it('the preview of a survey lists four questions, and an ellipsis only when there is a fifth [C-9.31]', () => {
  const linesOf = (count: number) => {
    const questions = ['Who?', 'When?', 'Where?', 'How?', 'Why?']
      .slice(0, count)
      .map((question) => ({ uuid: question, question }));
    const html = renderToStaticMarkup(<SurveyPreview survey={{ questions }} />);
    return [...html.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, text]) => text);
  };
  expect(linesOf(2)).toEqual(['Who?', 'When?']);
  expect(linesOf(4)).toEqual(['Who?', 'When?', 'Where?', 'How?']);
  expect(linesOf(5)).toEqual(['Who?', 'When?', 'Where?', 'How?', '…']);
});
