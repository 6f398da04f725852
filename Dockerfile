# Quack in a container. With PostgreSQL beside it: compose.yaml.

FROM node:24-trixie-slim AS sources
WORKDIR /quack
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY tools/package.json tools/
COPY bench/package.json bench/
COPY testing/package.json testing/

FROM sources AS web
# Without install scripts: what needs a binary brings a built one, and the image has the Node.
RUN npm ci --ignore-scripts
COPY tsconfig.base.json lingui.config.ts ./
COPY translations translations
COPY contract contract
COPY web web
RUN node node_modules/vite/bin/vite.js build web --logLevel warn

FROM sources AS packages
RUN npm ci --ignore-scripts --omit=dev

FROM node:24-trixie-slim
# PostgreSQL's client programs for `npm run admin:backup`, not older than the server. FFmpeg for videos that browsers
# cannot play.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /data
WORKDIR /quack
# Packages lie in the workspaces too, where these need other versions.
COPY --from=packages /quack ./
COPY contract contract
COPY server server
# The server reads the texts of mails, push messages and pages.
COPY translations translations
# The operators' scripts of package.json start here.
COPY tools/prepare.mjs tools/
COPY tools/prepare tools/prepare
COPY --from=web /quack/web/dist web/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=off
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.js"]
