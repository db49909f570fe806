import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import shell from '../../../../locales/en/shell.json' with { type: 'json' };
import { useTranslation } from './use-translation.ts';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { shell } } }));

function Title() {
  const { t } = useTranslation(['shell', 'chat'], { useSuspense: false });
  return (
    <h1>
      {t('chat:title')}|{t('retry')}
    </h1>
  );
}

it('shows no key in the place of a text that is still on its way', () => {
  expect(renderToStaticMarkup(<Title />)).toBe(`<h1>|${shell.retry}</h1>`);
});
