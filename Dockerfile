# The command line with bridge, cloud and pages, as it is published, on Debian. Build: docker build -t plenum .
# A release is built on images that are named by their digests, and refuses any other:
#   docker build --build-arg RELEASE=true --build-arg NODE_IMAGE=node:26-bookworm-slim@sha256:... \
#     --build-arg BASE_IMAGE=debian:bookworm-slim@sha256:... -t plenum .
ARG NODE_IMAGE=node:26-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim
FROM ${NODE_IMAGE} AS build
ARG NODE_IMAGE
ARG BASE_IMAGE
ARG RELEASE=false
COPY .ci/check-images /usr/local/bin/
RUN [ "$RELEASE" != true ] || check-images "$NODE_IMAGE" "$BASE_IMAGE"
WORKDIR /source
# .npmrc lets no package run a script when it is installed.
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE ./
COPY packages packages
COPY examples examples
COPY packaging packaging
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build:dist
# With the version of `yaml` in its npm-shrinkwrap.json; all other libraries are compiled into it (decisions/025).
RUN cd dist/plenum && npm ci --ignore-scripts --omit=dev --omit=peer --no-audit --no-fund

FROM ${BASE_IMAGE}
# Node 26 needs it, and the image of Debian does not have it.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
# The only Node of the image.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /source/dist/plenum /plenum
# Tools for assistants at /mcp (decisions/036).
COPY --from=build /source/dist/mcp /plenum/node_modules/@plenum/mcp
RUN useradd --uid 1000 --user-group --no-create-home --shell /usr/sbin/nologin plenum \
  && ln -s /plenum/bin/plenum.js /usr/local/bin/plenum \
  && install -d -o plenum -g plenum /data
USER plenum
VOLUME /data
# Less memory for new objects (decisions/015).
ENV PLENUM_DATA=/data PLENUM_HTTP_HOST=0.0.0.0 NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=4
EXPOSE 8090
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "const { PLENUM_HTTP_PORT: port = 8090, PLENUM_TLS_CERT: cert } = process.env; require(cert ? 'https' : 'http').get({ host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false }, (a) => process.exit(a.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Node itself is the process that gets SIGTERM, so that a node drains before it ends.
ENTRYPOINT ["node", "/plenum/bin/plenum.js"]
CMD ["cloud"]
