// What a school's own script may do with the elements: set attributes and listen to their events.
const timetable = document.querySelector('kreide-timetable');
const said = document.querySelector('#gewaehlt');

document.querySelector('#klasse').addEventListener('change', (event) => {
  timetable.setAttribute('entity-id', event.target.value);
});
timetable.addEventListener('kreide-lesson', ({ detail }) => {
  said.textContent = `Gewählt: ${detail.title}, ${detail.begins_at} bis ${detail.ends_at} Uhr`;
});
