{{- define "plenum.selector" -}}
app.kubernetes.io/name: plenum-cloud
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plenum.migrationSelector" -}}
app.kubernetes.io/name: plenum-cloud-migration
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plenum.metadata" -}}
name: {{ .Release.Name }}
labels:
  {{- include "plenum.selector" . | nindent 2 }}
{{- end }}

{{- define "plenum.host" -}}
{{ (urlParse .Values.publicUrl).hostname }}
{{- end }}

{{/* The part of a pod that nodes and the migration have in common. */}}
{{- define "plenum.pod" -}}
automountServiceAccountToken: false
# A Service named plenum-http would otherwise set PLENUM_HTTP_PORT in every pod of the namespace.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: secrets
    secret: { secretName: {{ .Values.secretName }} }
{{- range $name := list "imagePullSecrets" "nodeSelector" "tolerations" "affinity" "priorityClassName" }}
{{- with index $.Values $name }}
{{ dict $name . | toYaml }}
{{- end }}
{{- end }}
{{- end }}

{{/* The part of a container that nodes and the migration have in common. */}}
{{- define "plenum.container" -}}
image: {{ .Values.image }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/plenum, readOnly: true }
resources:
  {{- toYaml .Values.resources | nindent 2 }}
env:
  {{- range list "PLENUM_DATABASE_URL" "PLENUM_NATS" "PLENUM_ENDPOINT_KEY" "PLENUM_SMTP_URL" }}
  - name: {{ . }}
    valueFrom:
      secretKeyRef: { name: {{ $.Values.secretName }}, key: {{ . }}, optional: {{ eq . "PLENUM_SMTP_URL" }} }
  {{- end }}
  - { name: PLENUM_PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
  {{- range $name, $value := .Values.settings }}
  {{- if hasKey $.Values.settingsFromSecrets $name }}
  {{- fail (printf "%s is in settings and in settingsFromSecrets. Remove one of them." $name) }}
  {{- end }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- range $name, $from := .Values.settingsFromSecrets }}
  - name: {{ $name }}
    valueFrom:
      secretKeyRef: { name: {{ $from.name | quote }}, key: {{ $from.key | quote }} }
  {{- end }}
{{- end }}

{{- define "plenum.egress" -}}
# PostgreSQL, NATS, a mail server and the endpoints of apps can be anywhere, but are never the metadata service of a cloud
# provider. DNS may have such an address too.
- to:
    - namespaceSelector: {}
    - ipBlock: { cidr: 0.0.0.0/0, except: [169.254.0.0/16, 168.63.129.16/32] }
    - ipBlock: { cidr: "::/0", except: ["fe80::/10", "fd00:ec2::254/128"] }
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- end }}

{{/* A pod that ends disconnects its bridges, so pods end late and one at a time. */}}
{{- define "plenum.scaling" -}}
behavior:
  scaleDown:
    stabilizationWindowSeconds: 600
    policies:
      - { type: Pods, value: 1, periodSeconds: 300 }
{{- end }}
