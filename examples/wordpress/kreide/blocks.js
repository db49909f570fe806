// The blocks in the editor: what is set beside them, and a line that says what the page will show.
((wp, elements) => {
  const { createElement: h, Fragment } = wp.element;
  const titles = {
    timetable: ['Stundenplan', 'calendar-alt'],
    substitutions: ['Vertretungsplan', 'list-view'],
    news: ['Nachrichten der Schule', 'megaphone'],
    monitor: ['Vertretungsplan als Bildschirm', 'desktop'],
  };
  const labels = {
    entity: 'Art: grades, teachers, bookables oder courses',
    'entity-id': 'Kürzel, zum Beispiel 8c',
    view: 'Ansicht: day, week oder list',
    token: 'Kennung eines Bildschirms aus den Schuleinstellungen',
    grade: 'Klasse, mit der die Liste beginnt',
    limit: 'Wie viele, 1 bis 30',
    mode: 'sub oder news-split',
  };
  for (const [name, attributes] of Object.entries(elements)) {
    const [title, icon] = titles[name];
    wp.blocks.registerBlockType(`kreide/${name}`, {
      apiVersion: 2,
      title,
      icon,
      category: 'widgets',
      supports: { html: false },
      attributes: Object.fromEntries(attributes.map((key) => [key, { type: 'string', default: '' }])),
      edit({ attributes: values, setAttributes }) {
        const said = attributes.map((key) => values[key]).filter(Boolean);
        const fields = attributes.map((key) =>
          h(wp.components.TextControl, {
            key,
            label: labels[key],
            value: values[key],
            onChange: (value) => setAttributes({ [key]: value }),
          }),
        );
        return h(
          Fragment,
          null,
          h(wp.blockEditor.InspectorControls, null, h(wp.components.PanelBody, { title }, ...fields)),
          h('p', wp.blockEditor.useBlockProps(), `${title}${said.length > 0 ? `: ${said.join(', ')}` : ''}`),
        );
      },
      // The server writes the element.
      save: () => null,
    });
  }
})(window.wp, window.kreideBlocks);
