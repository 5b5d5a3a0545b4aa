// Keeps an open page up to date: the server sends finished markup, so that each part is written in one place.
const badge = document.getElementById('live');

const toElement = (markup) => {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return template.content.firstElementChild;
};

if (badge !== null) {
  const stream = new EventSource(`/live?since=${badge.dataset.version}`);
  const showStatus = (text, isLive) => {
    badge.textContent = text;
    badge.toggleAttribute('data-live', isLive);
  };
  stream.onopen = () => showStatus('live', true);
  stream.onerror = () => showStatus('reconnecting', false);
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
