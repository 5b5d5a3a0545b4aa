# The cloud and the command line, run from source, with the web application it serves, built. Build: docker build -t plenum .
# A release is built on an image that is named by its digest, and refuses any other:
#   docker build --build-arg RELEASE=true --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:... -t plenum .
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS web
ARG NODE_IMAGE
ARG RELEASE=false
COPY .ci/check-images /usr/local/bin/
RUN [ "$RELEASE" != true ] || check-images "$NODE_IMAGE"
WORKDIR /plenum
# .npmrc lets no package run a script when it is installed.
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages packages
COPY examples examples
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build

FROM ${NODE_IMAGE}
WORKDIR /plenum
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY examples examples
# node_modules/.bin/node is the Node release the lock file pins.
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund && npm cache clean --force
COPY --from=web /plenum/packages/web/dist packages/web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV PLENUM_DATA=/data PLENUM_HTTP_HOST=0.0.0.0 NODE_ENV=production
EXPOSE 8090
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "const { PLENUM_HTTP_PORT: port = 8090, PLENUM_TLS_CERT: cert } = process.env; require(cert ? 'https' : 'http').get({ host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false }, (a) => process.exit(a.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Node itself is the process that gets SIGTERM, so that a node drains before it ends.
ENTRYPOINT ["/plenum/node_modules/.bin/node", "packages/plenum/bin/plenum.js"]
CMD ["cloud"]
