import '../../packages/app/src/ui/tokens.css';
import '../../packages/app/src/ui/fonts.css';
import '../../packages/app/src/ui/base.css';
import '../../brandings/default/theme.css';
import './gallery.css';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { ChalkGrain } from '../../packages/app/src/ui/Chalk.tsx';
import { fetchLateIconsWith } from '../../packages/app/src/ui/LateIcon.tsx';
import { LATE_ICON_PATHS } from '../../packages/app/src/ui/late-icons.ts';
import { Actions } from './pieces/Actions.tsx';
import { Choices } from './pieces/Choices.tsx';
import { Fields } from './pieces/Fields.tsx';
import { Overlays } from './pieces/Overlays.tsx';
import { Surfaces } from './pieces/Surfaces.tsx';

const theme = new URLSearchParams(location.search).get('theme');
if (theme) document.documentElement.dataset.theme = theme;

fetchLateIconsWith(async () => LATE_ICON_PATHS);
createRoot(document.getElementById('root')!).render(
  <MemoryRouter>
    <ChalkGrain />
    <main className="gallery">
      <h1>Gallery</h1>
      <Actions />
      <Fields />
      <Choices />
      <Surfaces />
      <Overlays />
    </main>
  </MemoryRouter>,
);
