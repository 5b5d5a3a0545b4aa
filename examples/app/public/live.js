// Keeps an open page as it is on the server: each part comes as finished markup, so that it is written in one place.
const badge = document.getElementById('live');

const toElement = (markup) => {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return template.content.firstElementChild;
};

if (badge !== null) {
  const stream = new EventSource(`/live?since=${badge.dataset.version}`);
  const say = (text, isLive) => {
    badge.textContent = text;
    badge.toggleAttribute('data-live', isLive);
  };
  stream.onopen = () => say('live', true);
  stream.onerror = () => say('reconnecting', false);
  stream.addEventListener('arrival', ({ data }) => {
    const { list: name, arrival, components } = JSON.parse(data);
    const list = document.getElementById(name);
    const newest = toElement(arrival);
    newest.classList.add('fresh');
    list.prepend(newest);
    for (const old of [...list.children].slice(Number(list.dataset.most))) old.remove();
    if (name === 'arrivals') document.getElementById('nothing').hidden = true;
    for (const { id, markup } of components) {
      const fresh = toElement(markup);
      fresh.classList.add('fresh');
      document.getElementById(id)?.replaceWith(fresh);
    }
  });
  stream.addEventListener('other-page', () => location.reload());
}
