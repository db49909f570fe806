import { type HintSection, hintProperty, isHintHidden } from '@kreide/core/features/users';
import { useStore } from 'zustand';
import { branding } from './branding.ts';
import { useSelf } from './session.ts';
import { usePropertyChange } from './use-property-change.ts';

/**
 * The hint of a section: nobody sees it in a variant without hints (P-1.12), nor anywhere once they have put it away, as
 * that is kept with the user (T-4.36).
 */
export function useHint(section: HintSection): { isShown: boolean; hide: () => void } {
  const { properties } = useSelf();
  const hasHints = useStore(branding, (state) => state.brand.hint_cards);
  const change = usePropertyChange();
  return {
    isShown: hasHints && !isHintHidden(properties, section),
    hide: () => change({ [hintProperty(section)]: '1' }),
  };
}
