import type { Product } from '@kreide/core/kernel';
import { useTranslation } from '../kernel/use-translation.ts';
import { Menu } from '../ui/Menu.tsx';

/** Other products of the operator, each at its own address (C-2.62). */
export function AppSwitcher({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation('shell');
  const entries = products.map(({ name, url, icon }) => ({ key: url, text: name, icon, href: url }));
  return <Menu icon="apps" label={t('header.apps')} entries={entries} />;
}
